export { callHandlers, chatHandlers, dateAnswerHandlers, planHandlers, voiceHandlers } from './routes.ts'

export { messagePlaces, type Place } from './queries.ts'
export { moderateMessage } from './messages.ts'

export { endMissedCalls } from './calls/calls.ts'
export { askAboutDates, announceMutualInterest } from './plans/answers.ts'
export { cleanUp, repairConversations } from './jobs.ts'
export { remindOfDates } from './plans/jobs.ts'

export { placesSuggestedSince, sealPlace, suggestedBetween, type SuggestedPlace } from './plans/read-plans.ts'

export { personalData } from './personal-data.ts'
