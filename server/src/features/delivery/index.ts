export { notificationHandlers } from './routes.ts'

export { markTopicRead, unreadTopics } from './notifications/mark-read.ts'
export { type Recorded, uncountNotice, withdrawNotice, withdrawBetween } from './notifications/notifications.sql.ts'
export { announce, type Notice, record, recordLikeCounts } from './notifications/record.ts'
export { recordAndMail } from './notifications/record-and-mail.ts'
export { settingsOf } from './notifications/settings.ts'

export { languageOfAccount } from './language-of-account.ts'
export type { Disowned, LetterKind, Recipient, WriteMail } from './mail/letter-kinds.ts'
export { type MailInput, previewMail, queueMail, withdrawMail, withdrawMailById } from './mail/queue-mail.ts'

export { cleanUp, mendNotifications } from './clean-up.ts'
export { sendMail } from './mail/send-mail.ts'
export { sweepMail } from './mail/sweep-mail.ts'
export { sendDueDigests, sendPostponedDigest } from './notifications/send-email-digest.ts'
export { resumePushes } from './push/resume-pushes.ts'
export { sendPush } from './push/send-push.ts'

export { personalData } from './personal-data.ts'
