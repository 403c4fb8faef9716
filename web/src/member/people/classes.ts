// Looks that several screens of people share.

/** A screen of people, as wide as they need. */
export const peoplePageClass =
  'mx-auto w-full max-w-[76rem] overflow-x-clip p-6 pr-10 phone:px-0 phone:pt-0 phone:pb-26'
/** The line at its top: it stays on a phone. */
export const peopleBarClass =
  'mb-5 flex items-center gap-3 phone:sticky phone:top-0 phone:z-4 phone:mb-0 phone:h-15 ' +
  'phone:bg-canvas phone:pr-3 phone:pl-4 phone:[&_button]:px-3'
/** Somebody's photos, and the words beside them. */
export const personClass =
  'grid grid-cols-[minmax(0,33.5rem)_minmax(20rem,1fr)] items-start gap-10 phone:block phone:px-3'
export const aboutClass = 'grid gap-6 pt-1 phone:relative phone:-mt-16 phone:gap-4 phone:pt-0'
/** People side by side. */
export const peopleGridClass = 'grid grid-cols-[repeat(auto-fill,minmax(min(12.5rem,40vw),1fr))] gap-5'
/** What people decide with: it lies at the foot of a phone. */
export const footOfPhoneClass =
  'phone:fixed phone:inset-x-0 phone:bottom-16 phone:z-5 phone:border-t phone:border-line phone:bg-surface phone:px-4'
