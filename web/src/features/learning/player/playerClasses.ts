/** The layout that the player and its skeleton share. */
export const frameClass = "min-h-dvh lg:grid lg:grid-cols-[320px_minmax(0,1fr)]";
export const menuClass = "w-[320px] max-w-[88vw] overflow-y-auto border-r border-line bg-bg px-6 py-6";
export const lessonClass = "mx-auto w-full max-w-[43rem] px-5 sm:px-8";
