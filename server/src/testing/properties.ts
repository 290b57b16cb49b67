import fc from "fast-check";

// Every run tries the same cases, so that a failure is reproducible.
fc.configureGlobal({ seed: 20_261_121 });
