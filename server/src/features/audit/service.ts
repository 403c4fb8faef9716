export { personalData } from './personal-data.ts'
export { noteHead, verifyAudit } from './verify.ts'
export { audit } from './write.ts'
