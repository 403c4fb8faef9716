// What other rooms may use of `leaving`.
export { ledgerFile, listErasures, readLedger } from './ledger.ts'
export { serveOwnData } from './own-data.ts'
export { hasLedger, replayErasures } from './replay.ts'
export { leavingHandlers } from './routes.ts'
export { dropExport, eraseDue, exportOwnData } from './service.ts'
export { personalData } from './personal-data.ts'
