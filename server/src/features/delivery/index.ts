export { emailHandlers } from './mail/test-email.ts'
export { notificationHandlers } from './routes.ts'

export {
  markTopicRead,
  unreadTopics,
  announce,
  record,
  recordLikeCounts,
  recordAndMail,
  settingsOf,
  sendDueDigests,
  sendPostponedDigest,
} from './notifications/notifications.ts'
export {
  type Recorded,
  uncountNotice,
  withdrawAbout,
  withdrawNotice,
  withdrawBetween,
  type Notice,
} from './notifications/queries.ts'

export { languageOfAccount } from './language-of-account.ts'
export type { Disowned, LetterKind, WriteMail } from './mail/letter-kinds.ts'
export {
  type MailInput,
  previewMail,
  queueMail,
  withdrawMail,
  withdrawMailById,
  sendMail,
  sweepMail,
} from './mail/mail.ts'
export { mailsOfTimeline } from './mail/queries.ts'

export { cleanUp, repairNotifications } from './clean-up.ts'
export { resumePushes, sendPush } from './push/push.ts'

export { personalData } from './personal-data.ts'
