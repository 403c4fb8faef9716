export { leavingHandlers } from './routes.ts'

export { dropExport, exportOwnData } from './export.ts'
export { eraseDue, ledgerFile, listErasures, readLedger, replayErasures } from './erasure.ts'

export { personalData } from './personal-data.ts'
