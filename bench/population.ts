import { sql } from 'kysely'
import type { Db } from '../server/src/infra/db/db.ts'

/** Members in bulk, by one statement: ages from 18, skewed young; a year and a half of joining. Grows with the topics. */
export async function populate(db: Db, people: number): Promise<void> {
  await sql`
    insert into accounts (email, email_key, email_verified_at, first_name, last_name, date_of_birth, created_at, last_active_at)
    select 'bench' || n || '@people.example', 'bench' || n || '@people.example', now(),
      (array['Ada','Ben','Chau','Darya','Emeka','Freya','Goran','Hana','Ines','Jun'])[1 + n % 10],
      (array['Marlowe','Okafor','Lindqvist','Nguyen','Haddad','Kowalski','Ferreira','Kim'])[1 + n % 8],
      current_date - (interval '18 years' + random() * random() * interval '50 years'),
      now() - random() * interval '540 days', now() - random() * random() * interval '120 days'
    from generate_series(1, ${people}) as n`.execute(db)
  await sql`analyze accounts`.execute(db)
}
