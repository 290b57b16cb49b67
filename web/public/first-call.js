// Sends the queries of the screen at this address while the scripts of the client are still loading (ADR 063).
{
  const list = document.getElementById("cairn-first-call")?.textContent;
  const token = localStorage.getItem("token");
  // The user alone is asked for together with the screen's data where this device knows them.
  const isLater = localStorage.getItem("viewer") !== null && list && JSON.parse(list).length === 1;
  if (list && token && !isLater) {
    const language = localStorage.getItem("language");
    const answer = fetch("/graphql", {
      method: "POST",
      headers: {
        accept: "application/json",
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        ...(language && { "accept-language": language }),
      },
      body: list,
    }).then((response) => response.json());
    // A failure is handled where the answer is read.
    answer.catch(() => {});
    globalThis.cairnFirstCall = { token, list: JSON.parse(list), answer };
  }
}
