import { expect, test } from 'vitest'
import { settleReviews } from '../deciding.ts'
import { recordingOf } from '../recordings.ts'
import { ownAnswer, saveAnswer } from '../voice-answers.ts'
import { startWorld } from '../world.ts'

// A decision about a photo, a selfie or a voice answer can be undone for a minute, and then takes effect.

const SECOND = 1000
const tooLate = Array<string>(3).fill('The 1-minute undo window has passed.')
const another = Array<string>(3).fill('Someone else on the team decided this, so only they can undo it.')
const undecided = Array<string>(3).fill('There’s nothing to undo: it’s waiting for a review.')

async function waitingForReview() {
  const world = await startWorld({ env: { PICTURE_REVIEW: 'new-accounts' } })
  const [ada, ines, lea] = [await world.dater(), await world.administrator(), await world.staff('moderator')]
  await world.picture(ada, 1, { review: 'held' })
  await ada.client.askForPhotoCheck()
  const { public_id: selfie } = await world.picture(ada, null as never)
  const { public_id: secondId } = await world.picture(ada, null as never)
  await ada.client.sendPhotoCheck({ body: { publicId: selfie, secondId } })
  await saveAnswer(world, ada, recordingOf(1), 'talent', ['I juggle.'])
  const waiting = async () => {
    const { held, checks, voices } = (await ines.client.listWaitingPictures()).data
    return { photo: held[0]?._id, check: checks[0]?._id, voice: voices[0]?._id }
  }
  const { photo, check, voice } = await waiting()
  const params = { photo: { id: photo! }, check: { id: check! }, voice: { id: voice! } }
  const undo = async (by = ines) => {
    const undone = await Promise.allSettled([
      by.client.undoPictureReview({ params: params.photo }),
      by.client.undoPhotoCheck({ params: params.check }),
      by.client.undoVoiceReview({ params: params.voice }),
    ])
    return undone.map((each) => (each.status === 'fulfilled' ? 'undone' : (each.reason as Error).message))
  }
  const seenBy = async () => {
    const { user } = (await ada.client.getProfile()).userData
    const { rows } = await world.query(`select from pictures where public_id = '${selfie}'`)
    return {
      photo: user.pictures[1]!.review,
      isChecked: user.photoChecked,
      voice: (await ownAnswer(ada))!.review,
      selfies: rows.length,
      notices: (await ada.client.listNotifications()).data.notifications.length,
    }
  }
  return { world, ada, ines, lea, params, waiting, undo, seenBy }
}

test.each([
  [true, { photo: 'shown', isChecked: true, voice: 'shown' }],
  [false, { photo: 'refused', isChecked: false, voice: 'refused' }],
])(
  'whether it is approved is %s: that can be undone for a minute, and its member hears nothing until then',
  async (shown, effect) => {
    const { world, ada, ines, lea, params, waiting, undo, seenBy } = await waitingForReview()
    const before = await waiting()
    const untouched = { photo: 'held', isChecked: false, voice: 'held', selfies: 1, notices: 0 }
    expect(await seenBy()).toEqual(untouched)
    const decide = () =>
      Promise.all([
        ines.client.reviewPicture({ params: params.photo, body: { shown, ...(shown ? {} : { problem: 'nudity' }) } }),
        ines.client.decidePhotoCheck({ params: params.check, body: { accepted: shown } }),
        ines.client.reviewVoice({ params: params.voice, body: { shown, ...(shown ? {} : { problem: 'abuse' }) } }),
      ])
    await decide()
    expect([await waiting(), (await ines.client.getWorkQueue()).data.photos]).toEqual([{}, 0])
    expect(await seenBy()).toEqual(untouched)
    expect(await undo(lea)).toEqual(another)
    expect(await undo()).toEqual(['undone', 'undone', 'undone'])
    expect(await undo()).toEqual(undecided)
    expect(await waiting()).toEqual(before)
    // Undone decisions have no effect when their minute is over.
    await settleReviews(world)
    expect([await seenBy(), (await world.mailsTo(ada.email, 1)).length]).toEqual([untouched, 1])
    const { entries } = (await ines.client.listAudit()).data
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['picture.undone', 'voice.undone', 'photo-check.undone']),
    )
    await decide()
    world.turnClock(61 * SECOND)
    expect(await undo()).toEqual(tooLate)
    await settleReviews(world)
    expect(await seenBy()).toEqual({ ...effect, selfies: 0, notices: expect.any(Number) })
    expect((await world.mailsTo(ada.email, 4)).slice(1)).toHaveLength(3)
    expect(await undo()).toEqual(tooLate)
  },
)
