import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { sweepPictures } from '../../src/features/moderation/index.ts'
import { decide } from '../deciding.ts'
import type { Person } from '../people.ts'
import { copyOf, photoOf, showPictures, uploadTo } from '../pictures.ts'
import { shared, startWorld } from '../world.ts'

// Photos in messages are compared only with the watchlist of removed pictures and known fakes.

const started = shared(async () => {
  const world = await startWorld()
  return { world, ines: await world.administrator() }
})

const couple = async () => {
  const { world, ines } = await started()
  const [bad, eve] = [await world.dater({ firstName: 'Bad' }), await world.dater({ firstName: 'Eve' })]
  return { world, ines, bad, eve, id: await world.matched(bad, eve) }
}

const sendPhoto = async ({ client }: Person, id: string, publicId: string) =>
  (await client.sendMessage({ params: { id }, body: { clientId: randomUUID(), publicId } })).data.message

const reportsAbout = async (ines: Person, { user }: Person) =>
  (await ines.client.listReports({ query: {} })).data.reports.filter(({ about }) => about?._id === user._id)

const evidenceOf = async ({ client }: Person, id: string) =>
  (await client.getReportEvidence({ params: { id }, reason: 'A photo was found.' })).data.evidence!.content

/** The fingerprint of a picture, in the hex format that operators exchange. */
async function hexOf(publicId: string): Promise<string> {
  const { world } = await started()
  const { rows } = await world.query(`select fingerprint::text as bits from pictures
    where public_id = '${publicId}'`)
  return BigInt(`0b${(rows[0] as { bits: string }).bits}`)
    .toString(16)
    .padStart(16, '0')
}

test('a photo like a removed one is not sent, and is reported first in the queue with a copy', async () => {
  const { world, ines, bad, eve, id } = await couple()
  const [shown] = await showPictures(world, eve, await photoOf(21))
  const { _id: removal } = await decide(ines, eve, {
    kind: 'hide',
    category: 'intimate_image',
    hide: { pictures: [shown!] },
  })
  const [copy, other] = [await uploadTo(world, bad, await copyOf(21)), await uploadTo(world, bad, await photoOf(22))]
  const refused = { status: 403, message: 'This photo looks like one that our team removed, so you can’t send it.' }
  await expect(sendPhoto(bad, id, copy)).rejects.toMatchObject(refused)
  await sendPhoto(bad, id, other)
  await Promise.all([sweepPictures(world.deps), sweepPictures(world.deps)])
  expect((await eve.client.listMessages({ params: { id } })).data.messages).toHaveLength(1)
  const [report, ...more] = await reportsAbout(ines, bad)
  expect([report, more]).toEqual([
    expect.objectContaining({ detail: 'intimate_image', priority: 'critical', byRule: true, hasFrozen: true }),
    [],
  ])
  expect(report!.description).toContain('looks like an intimate image that we removed')
  const { pictures } = await evidenceOf(ines, report!._id)
  expect(pictures.filter(({ publicId }) => publicId === copy)).toMatchObject([{ from: 'message' }])
  // A picture that is no longer on the watchlist can be sent.
  await ines.client.liftDecision({ params: { id: removal }, body: { reason: 'It shows a statue.' } })
  await sendPhoto(bad, id, copy)
  await sweepPictures(world.deps)
  expect(await reportsAbout(ines, bad)).toHaveLength(1)
})

test('a known fake is sent, and reported with its message; photos from before the entry are found, too', async () => {
  const { world, ines, bad, eve, id } = await couple()
  const [early, own] = [await uploadTo(world, bad, await photoOf(23)), await uploadTo(world, eve, await photoOf(24))]
  const { _id: message } = await sendPhoto(bad, id, early)
  await sendPhoto(eve, id, own)
  // A copy of a sent photo on a profile is no reason to report the sender.
  const fay = await world.dater({ firstName: 'Fay' })
  await showPictures(world, fay, await copyOf(24))
  await sweepPictures(world.deps)
  await ines.client.addWatchlistPhotos({ body: { fingerprints: [await hexOf(early)], note: 'A man in a white coat' } })
  await sweepPictures(world.deps)
  const [report, ...more] = await reportsAbout(ines, bad)
  expect([report, more]).toEqual([expect.objectContaining({ detail: 'fake_profile', byRule: true }), []])
  const { messages, pictures } = await evidenceOf(ines, report!._id)
  expect(messages.filter(({ isReported }) => isReported)).toMatchObject([{ _id: message, picture: early }])
  expect(pictures.filter(({ publicId }) => publicId === early)).toMatchObject([{ from: 'message' }])
  await sendPhoto(bad, id, await uploadTo(world, bad, await copyOf(23)))
  await sweepPictures(world.deps)
  expect(await reportsAbout(ines, bad)).toHaveLength(1)
  expect([await reportsAbout(ines, eve), await reportsAbout(ines, fay)]).toEqual([[], []])
  expect((await ines.client.listDuplicatePhotos({ query: { open: 'true' } })).data.pictures).toEqual([])
  await ines.client.addWatchlistPhotos({ body: { fingerprints: [await hexOf(own)], note: 'A model' } })
  await sweepPictures(world.deps)
  expect(await reportsAbout(ines, eve)).toMatchObject([{ detail: 'fake_profile' }])
  await ines.client.setReportStatus({ params: { id: report!._id }, body: { status: 'rejected' } })
  await sendPhoto(bad, id, await uploadTo(world, bad, await copyOf(23)))
  await sweepPictures(world.deps)
  expect(await reportsAbout(ines, bad)).toHaveLength(1)
})
