// What other rooms may use of `chat`.

// Handlers of the room's calls
export { callHandlers, chatHandlers, dateAnswerHandlers, planHandlers, voiceHandlers } from './routes.ts'

// For moderation
export { messagePlaces, type Place } from './message-places.sql.ts'
export { moderateMessage } from './moderate-message.ts'

// Jobs
export { askAboutDates } from './plans/answer-date.ts'
export { announceMutualInterest } from './plans/announce-mutual-interest.ts'
export { cleanUp, mendConversations } from './jobs.ts'
export { remindOfDates } from './plans/jobs.ts'

// For connections that are about to serve

// For the demo
export { sealPlace } from './plans/to-plan.ts'

// What the room declares about its tables
export { personalData } from './personal-data.ts'
