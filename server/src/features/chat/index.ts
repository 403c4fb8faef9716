export { callHandlers, chatHandlers, dateAnswerHandlers, planHandlers, voiceHandlers } from './routes.ts'

// For moderation
export { messagePlaces, type Place } from './message-places.sql.ts'
export { moderateMessage } from './moderate-message.ts'

export { askAboutDates } from './plans/answer-date.ts'
export { announceMutualInterest } from './plans/announce-mutual-interest.ts'
export { cleanUp, mendConversations } from './jobs.ts'
export { remindOfDates } from './plans/jobs.ts'

export { sealPlace } from './plans/to-plan.ts'

export { personalData } from './personal-data.ts'
