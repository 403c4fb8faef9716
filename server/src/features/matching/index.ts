export { choiceHandlers, matchHandlers } from './routes.ts'

export { markRead, markReceived, showChanged, repairLastMessage, type Side } from './queries.ts'

export { forgetPasses, sendLikesDigest } from './likes.ts'
export { countHalfLikes, repairLikes } from './repair-likes.ts'

export { personalData } from './personal-data.ts'
