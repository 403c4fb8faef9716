export const pageClass = 'mx-auto max-w-[76rem] px-8 phone:px-5'
export const siteHeadClass = 'flex h-20 items-center gap-2 phone:h-16'
