import { photoClass } from '../../ui/classes.ts'

/**
 * A screen with people, as wide as needed. On desktops, it is the container for size queries of its parts. During a
 * trip, a line above the photo makes it less high (travel/away.tsx), and so does news (layout/terms-news.tsx).
 */
export const peoplePageClass =
  'has-[[data-away]]:[--away:3.5rem] ' +
  'mx-auto w-full max-w-[84rem] overflow-x-clip p-6 desk:@container desk:pe-10 ' +
  'phone:px-0 phone:pt-0 phone:pb-26 short:pb-3'
export const peopleBarClass =
  'mb-5 flex items-center gap-3 phone:sticky phone:top-(--banner) phone:z-4 phone:mb-0 phone:h-12 phone:gap-1 ' +
  'phone:bg-canvas phone:px-2 short:static'
/**
 * A person's photos with the text beside them. The photo leaves room for the text and, without scrolling, for the
 * buttons below.
 */
export const personClass =
  'grid items-start gap-10 ' +
  'desk:grid-cols-[min(40rem,max(40cqi,100cqi_-_22.5rem),max(12rem,(100svh_-_11.5rem_-_var(--away,0rem)_-_var(--news,0rem))*0.8))_minmax(0,1fr)] ' +
  'phone:mx-auto phone:block phone:max-w-[35rem] phone:px-2 ' +
  'short:grid! short:max-w-none short:grid-cols-[auto_minmax(0,1fr)] short:gap-4'
export const mediaClass =
  'grid min-w-0 gap-4 desk:sticky desk:top-6 desk:@container short:contents ' +
  'short:[&>:first-child]:sticky short:[&>:first-child]:top-3 short:[&>:first-child]:[grid-area:1/1]'
/** The parts of a profile below its first photo, or beside it. */
export const storyClass =
  'grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6 wrap-anywhere phone:mt-3 phone:gap-3 ' +
  'short:mt-0! short:[grid-area:1/2] short:pb-22'
/** A person's first photo. On phones, it leaves room for the beginning of the next part. */
export const coverClass =
  `${photoClass} phone:mx-auto phone:w-full phone:aspect-auto phone:[&_img]:object-[50%_30%] ` +
  'phone:h-[min(min(100vw,35rem)*1.62,max(14rem,100svh_-_13.25rem_-_var(--away,0rem)_-_var(--news,0rem)))] ' +
  'short:h-[calc(100svh_-_4rem)]! short:w-[min((100svh_-_4rem)*0.8,42vw)]!'
export const peopleGridClass = 'grid grid-cols-[repeat(auto-fill,minmax(min(12.5rem,40vw),1fr))] gap-5'
/** Buttons that float above the bottom of the screen on phones. Touches between them reach the card below. */
export const footOfPhoneClass =
  'phone:pointer-events-none phone:fixed phone:inset-x-0 phone:bottom-13 phone:z-5 phone:px-4 phone:pt-8 phone:pb-3 ' +
  'phone:bg-[linear-gradient(transparent,var(--canvas)_75%)] short:bg-none ' +
  'phone:[&_:is(a,button)]:pointer-events-auto ' +
  'short:sticky! short:bottom-0! short:self-end short:px-0 short:[grid-area:1/2]'
