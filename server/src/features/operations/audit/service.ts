export { personalData } from './personal-data.ts'
export { look, lookIfReasoned, requireReason } from './looks.ts'
export { noteHead, verifyAudit } from './verify.ts'
export { audit, type Entry } from './write.ts'
