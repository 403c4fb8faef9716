// What other rooms may use of `delivery`.

// Handlers of the room's calls
export { notificationHandlers } from './routes.ts'

// Notifications
export { markTopicRead, unreadTopics } from './notifications/mark-read.ts'
export { type Recorded, uncountNotice, withdrawNotice, withdrawBetween } from './notifications/notifications.sql.ts'
export { announce, type Notice, record, recordLikeCounts } from './notifications/record.ts'
export { recordAndMail } from './notifications/record-and-mail.ts'
export { settingsOf } from './notifications/settings.ts'

// Email
export { languageOfAccount } from './language-of-account.ts'
export type { Disowned, LetterKind, Recipient, WriteMail } from './mail/letter-kinds.ts'
export { type MailInput, previewMail, queueMail, withdrawMail, withdrawMailById } from './mail/queue-mail.ts'

// Jobs
export { cleanUp, mendNotifications } from './clean-up.ts'
export { sendMail } from './mail/send-mail.ts'
export { sweepMail } from './mail/sweep-mail.ts'
export { sendDueDigests, sendPostponedDigest } from './notifications/send-email-digest.ts'
export { resumePushes } from './push/resume-pushes.ts'
export { sendPush } from './push/send-push.ts'

// What the room declares about its tables
export { personalData } from './personal-data.ts'
