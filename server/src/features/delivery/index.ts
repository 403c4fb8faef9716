// What other rooms may use of `delivery`.
import type { PersonalData } from '../../infra/personal-data.ts'
import { personalData as mail } from './mail/personal-data.ts'
import { personalData as notifications } from './notifications/personal-data.ts'

export { cleanUp } from './clean-up.ts'
export { sendMail } from './mail/jobs.ts'
export { queueMail, withdrawMail } from './mail/service.ts'
export { sweepMail } from './mail/sweep.ts'
export { notificationHandlers } from './notifications/routes.ts'
export {
  notify,
  notifyOfLikes,
  notifyPremiumOfLike,
  pushWaiting,
  settingsOf,
  settle,
  tellAccount,
  tellWaiting,
  unreadAmong,
} from './notifications/service.ts'
export { serveUnsubscribe } from './notifications/unsubscribe.ts'

/** What the room declares about its tables. */
export const personalData: PersonalData = { ...mail, ...notifications }
