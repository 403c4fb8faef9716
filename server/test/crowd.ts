import { bornYearsAgo } from '../../scripts/present.ts'
import type { World } from './world.ts'

/** Inserts many accounts directly, because joining is tested elsewhere. */
export const crowd = (world: World, count: number) =>
  world.query(`insert into accounts (email, email_key, first_name, last_name, date_of_birth, password_hash, created_at)
    select 'crowd' || n || '@many.example', 'crowd' || n || '@many.example', 'Crowd', 'Number ' || n, '${bornYearsAgo(36)}', 'x', now()
    from generate_series(1, ${count}) n`)

/** Inserts accounts whose ids end with their numbers. */
export const numberedCrowd = (world: World, count: number) =>
  world.query(`insert into accounts (id, email, email_key, first_name, last_name, date_of_birth, created_at)
    select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'p' || n || '@many.example', 'p' || n || '@many.example',
      'Crowd', 'Number ' || n, '${bornYearsAgo(36)}', now()
    from generate_series(1, ${count}) n`)
