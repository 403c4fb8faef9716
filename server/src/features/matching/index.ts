export { choiceHandlers, matchHandlers } from './routes.ts'

export { markRead, markReceived, showChanged, showLast, type Side } from './conversation.sql.ts'

export { forgetPasses } from './forget-passes.ts'
export { countHalfLikes, mendLikes } from './mend-likes.ts'
export { sendLikesDigest } from './send-likes-digest.ts'

export { personalData } from './personal-data.ts'
