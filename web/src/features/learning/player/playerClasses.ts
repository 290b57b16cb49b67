/** The layout shared by the player and its skeleton. */
export const frameClass = "min-h-dvh lg:grid lg:grid-cols-[320px_minmax(0,1fr)] print:block";
export const menuClass = "w-[320px] max-w-[88vw] overflow-y-auto border-r border-line bg-bg px-6 py-6 print:hidden";
export const lessonClass = "mx-auto w-full max-w-[43rem] px-5 sm:px-8 print:max-w-none print:px-0";
