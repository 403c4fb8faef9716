import { system } from './system.ts'

/** Every call there is. The web takes them from the file of its topic instead, so that it carries only what it uses. */
export const api = { ...system }
export type Api = typeof api

export * from './client.ts'
export * from './errors.ts'
export * from './events.ts'
export * from './route.ts'
export * from './system.ts'
