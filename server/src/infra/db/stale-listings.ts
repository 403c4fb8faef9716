import type pg from 'pg'

// What a transaction changes of a member isn't shown to others before their listing is refreshed. The database notes
// which ones are stale, and tells the connection that wrote (eligibility/listings.sql).

const CODE = 'KLIST'

/** For connections that refresh listings after each commit. Others leave that to the database. */
export const REFRESHED_AFTER_COMMIT = '-c kindred.listings=later -c client_min_messages=notice'

const REFRESH = 'select refresh_stale_listings($1)'
type Run = (text: string, values: unknown[]) => Promise<unknown>

/** The accounts whose listings a connection has made stale, until it has refreshed them. */
export class StaleListings {
  readonly #ids = new Set<string>()

  constructor(client: pg.Client) {
    client.on('notice', ({ code, detail }) => void (code === CODE && detail && this.#ids.add(detail)))
  }

  get areAny(): boolean {
    return this.#ids.size > 0
  }

  /** What can't be refreshed twice is left to a job: what made it stale is committed. */
  async refresh(run: Run): Promise<void> {
    const ids = [...this.#ids]
    this.#ids.clear()
    const refresh = () => run(REFRESH, [ids])
    await refresh()
      .catch(refresh)
      .catch(() => {})
  }
}
