export { leavingHandlers } from './routes.ts'

export { dropExport } from './export-file.ts'
export { exportOwnData } from './export-own-data.ts'
export { eraseDue } from './erase-due.ts'

export { ledgerFile, listErasures, readLedger } from './ledger.ts'
export { replayErasures } from './replay-erasures.ts'

export { personalData } from './personal-data.ts'
