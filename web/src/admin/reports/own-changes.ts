import type { Report } from '@kindred/contract/moderation/report'

type Version = Pick<Report, '_id' | 'version'>

/** The newest version of each report that a change from this tab led to, and the one that a decision may lead to. */
const versions = new Map<string, number>()
const expected = new Map<string, number>()

export const noteOwnChange = ({ _id, version }: Version): void => void versions.set(_id, version)
export const expectOwnChange = ({ _id, version }: Version): void => void expected.set(_id, version + 1)

/** The version that the next change builds on. The report on the page may be older than its own last change. */
export const knownVersion = ({ _id, version }: Version): number => Math.max(version, versions.get(_id) ?? 0)

/** True if the report is as its reader left it, so that its change is no news to them. */
export const isOwnChange = ({ _id, version }: Version): boolean =>
  version <= Math.max(versions.get(_id) ?? -1, expected.get(_id) ?? -1)
