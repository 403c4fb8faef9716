import { photoClass } from '../../ui/classes.ts'

/** A screen with people, as wide as needed. On desktops, it is the container for size queries of its parts. */
export const peoplePageClass =
  'mx-auto w-full max-w-[84rem] overflow-x-clip p-6 desk:@container desk:pe-10 ' +
  'phone:px-0 phone:pt-0 phone:pb-26 short:pb-3'
export const peopleBarClass =
  'mb-5 flex items-center gap-3 phone:sticky phone:top-(--banner) phone:z-4 phone:mb-0 phone:h-15 ' +
  'phone:bg-canvas phone:pe-3 phone:ps-4 phone:[&_button]:px-3 short:static short:h-12'
/**
 * A person's photos with the text beside them. The photo leaves room for the text and, without scrolling, for the
 * buttons below.
 */
export const personClass =
  'grid items-start gap-10 ' +
  'desk:grid-cols-[min(40rem,max(40cqi,100cqi_-_22.5rem),max(12rem,(100svh_-_11.5rem)*0.8))_minmax(0,1fr)] ' +
  'phone:mx-auto phone:block phone:max-w-[35rem] phone:px-3 ' +
  'short:grid! short:max-w-none short:grid-cols-[auto_minmax(0,1fr)] short:gap-4'
export const mediaClass =
  'grid min-w-0 gap-4 desk:sticky desk:top-6 desk:@container short:contents ' +
  'short:[&>:first-child]:sticky short:[&>:first-child]:top-3 short:[&>:first-child]:[grid-area:1/1]'
export const aboutClass =
  'grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6 pt-1 wrap-anywhere phone:relative phone:-mt-16 phone:gap-4 ' +
  'phone:pt-0 short:mt-0! short:[grid-area:1/2] short:pb-22'
/** A person's photo. On phones, it is cropped at the bottom to leave room for the name and the buttons. */
export const portraitClass =
  `${photoClass} phone:mx-auto phone:aspect-auto phone:[&_img]:object-[50%_30%] ` +
  'phone:h-[min((min(100vw,35rem)_-_1.5rem)*1.25,max(11rem,100svh_-_17rem))] ' +
  'phone:w-[min(100%,max(11rem,100svh_-_17rem))] ' +
  'short:h-[calc(100svh_-_4rem)]! short:w-[min((100svh_-_4rem)*0.8,42vw)]!'
export const peopleGridClass = 'grid grid-cols-[repeat(auto-fill,minmax(min(12.5rem,40vw),1fr))] gap-5'
/** The buttons, which are at the bottom of the screen on phones. */
export const footOfPhoneClass =
  'phone:fixed phone:inset-x-0 phone:bottom-16 phone:z-5 phone:border-t ' +
  'phone:border-line phone:bg-surface phone:px-4 ' +
  'short:sticky! short:bottom-0! short:self-end short:border-0 short:bg-canvas short:px-0 short:[grid-area:1/2]'
