export { choiceHandlers, matchHandlers } from './routes.ts'
export { friendHandlers } from './friends/routes.ts'

export { markRead, markReceived, showChanged, repairLastMessage, type Side } from './queries.ts'

export { forgetPasses, sendLikesDigest } from './likes.ts'
export { forgetSetAside } from './set-aside.ts'
export { countHalfLikes, repairLikes } from './repair-likes.ts'

export { personalData } from './personal-data.ts'
