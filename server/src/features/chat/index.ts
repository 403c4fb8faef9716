// What other rooms may use of `chat`.

// Handlers of the room's calls
export { chatHandlers } from './routes.ts'

// For lists of matches
export { type LastMessage, lastMessages } from './messages.sql.ts'
export { setMuted } from './reads.sql.ts'
export { PARKED_AFTER } from './rules.ts'

// What the room declares about its tables
export { personalData } from './personal-data.ts'
