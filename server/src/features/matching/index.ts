// What other rooms may use of `matching`.

// Handlers of the room's calls
export { choiceHandlers, matchHandlers } from './routes.ts'

// For conversations
export { markRead, markReceived, showChanged, showLast, type Side } from './conversation.sql.ts'

// Jobs
export { forgetPasses } from './forget-passes.ts'
export { countHalfLikes, mendLikes } from './mend-likes.ts'
export { sendLikesDigest } from './send-likes-digest.ts'

// For connections that are about to serve

// What the room declares about its tables
export { personalData } from './personal-data.ts'
