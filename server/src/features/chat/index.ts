// What other rooms may use of `chat`.
export { chatHandlers } from './routes.ts'
export { newest, PARKED_AFTER, setMuted } from './service.ts'
export { personalData } from './personal-data.ts'
