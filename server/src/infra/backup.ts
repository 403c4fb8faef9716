/** What stands beside the files of a backup, so that a restore can tell whether it has all of them. */
export type Manifest = {
  version: string
  at: string
  migrations: string[]
  tables: { name: string; rows: number; sha256: string }[]
  media: number
}
