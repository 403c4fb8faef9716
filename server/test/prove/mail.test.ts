import { expect, test } from 'vitest'
import { startWorld, until } from '../world.ts'
import { postOffice } from '../mail-steps.ts'

test('an email refused by the mail server is retried and arrives once', async () => {
  const post = await postOffice(2)
  const world = await startWorld({ env: { SMTP_URL: post.url } })
  await world.newcomer()
  await until(async () => (await post.received()).length === 1)
  const [mail] = await world.deps.db.selectFrom('mails').selectAll().execute()
  await until(
    async () =>
      (await world.deps.db.selectFrom('mails').select('sent_at').where('id', '=', mail!.id).executeTakeFirstOrThrow())
        .sent_at !== null,
  )
  const sent = await world.deps.db.selectFrom('mails').selectAll().where('id', '=', mail!.id).executeTakeFirstOrThrow()
  expect(sent).toMatchObject({ body: null, tries: 3 })
  expect(await post.received()).toHaveLength(1)
})
