import { fakeDevices } from './fake-devices.ts'
import { newMember, signInAs, expect, test, matched } from './world.ts'

test.use(fakeDevices)

/** Matches the timer once at least a second has been recorded. */
const aSecondOrMore = /^0:(?!00)\d\d \/ 1:00$/

/** Replaces speech recognition, which the test browser lacks. */
function pretendToTranscribe(): void {
  class Recognition extends EventTarget {
    static state = 'downloadable'
    static available = ({ processLocally }: { processLocally: boolean }) =>
      Promise.resolve(processLocally ? Recognition.state : 'unavailable')
    static install = () => {
      Recognition.state = 'available'
      return Promise.resolve(true)
    }
    processLocally = false
    start(track: MediaStreamTrack) {
      if (!this.processLocally || track.kind !== 'audio' || track.readyState !== 'live') throw new Error('Not here')
    }
    stop() {
      const result = Object.assign([{ transcript: ' Meat me at eight ' }], { isFinal: true })
      this.dispatchEvent(Object.assign(new Event('result'), { results: [result] }))
      this.dispatchEvent(new Event('end'))
    }
    abort() {}
  }
  Object.assign(window, { SpeechRecognition: Recognition })
  Object.defineProperty(navigator, 'userAgentData', { value: { brands: [{ brand: 'A browser' }] } })
}

test('a voice note is recorded, heard first, sent, and played by the other person', async ({ page, browser }) => {
  const { ada, ben, matchId } = await matched(page)
  await page.addInitScript(pretendToTranscribe)
  await signInAs(page, ada)
  await page.goto(`/chat/${matchId}`)
  await page.getByRole('button', { name: 'Record a voice note' }).click()
  const dialog = page.getByRole('dialog', { name: 'Voice note to Ben' })
  await expect(dialog.getByRole('timer')).toHaveText(aSecondOrMore)
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await expect(dialog.getByLabel('Your recording')).toBeVisible()
  // The browser downloads the language only after a click, and transcribes on the device.
  await dialog.getByRole('button', { name: 'Download language' }).click()
  await expect(dialog.getByText('Downloaded. Record again to get a transcript.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Record again' }).click()
  await expect(dialog.getByRole('timer')).toHaveText(aSecondOrMore)
  await dialog.getByRole('button', { name: 'Stop' }).click()
  const transcript = dialog.getByLabel('Transcript', { exact: true })
  await expect(transcript).toHaveValue('Meat me at eight')
  await transcript.fill('Meet me at eight')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog).toBeHidden()
  const theirs = await browser.newPage()
  await signInAs(theirs, ben)
  await theirs.goto(`/chat/${matchId}`)
  const note = theirs.getByRole('group', { name: 'Voice note from Ada' })
  await expect(theirs.getByText('Meet me at eight')).toBeHidden()
  await theirs.getByRole('button', { name: 'Show transcript' }).press('Enter')
  await expect(theirs.getByText('Meet me at eight')).toBeVisible()
  await note.getByRole('button', { name: 'Speed 1×' }).click()
  await note.getByRole('button', { name: 'Speed 1.5×' }).click()
  // The note lasts only a second, so it loops until the check has seen it play.
  const sound = note.locator('audio')
  await sound.evaluate((audio: HTMLAudioElement) => void (audio.loop = true))
  await note.getByRole('button', { name: 'Play' }).press('Enter')
  await expect(note.getByRole('button', { name: 'Pause' })).toBeVisible()
  const played = () => sound.evaluate((audio: HTMLAudioElement) => [audio.currentTime > 0, audio.playbackRate])
  await expect.poll(played).toEqual([true, 2])
  await sound.evaluate((audio: HTMLAudioElement) => void (audio.loop = false))
  await expect(note.getByRole('button', { name: 'Play' })).toBeVisible()
  await note.getByRole('slider', { name: 'Position' }).press('End')
  await expect(note.getByText('0:00')).toBeVisible()
})

test('the transcript stays on the device if the sender leaves it out', async ({ page }) => {
  const { ada, ben, matchId } = await matched(page)
  await page.addInitScript(pretendToTranscribe)
  await signInAs(page, ada)
  await page.goto(`/chat/${matchId}`)
  await page.evaluate('SpeechRecognition.install()')
  await page.getByRole('button', { name: 'Record a voice note' }).click()
  const dialog = page.getByRole('dialog', { name: 'Voice note to Ben' })
  await expect(dialog.getByRole('timer')).toHaveText(aSecondOrMore)
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await dialog.getByLabel('Include transcript').uncheck()
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog).toBeHidden()
  const { messages } = (await ben.client.listMessages({ params: { id: matchId } })).data
  expect(messages).toMatchObject([{ text: null, voice: {} }])
  await expect(page.getByRole('group', { name: 'Voice note from you' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show transcript' })).toHaveCount(0)
})

test('an answer to a prompt is recorded on the profile, heard by another member, and deleted', async ({
  page,
  browser,
}) => {
  const [ada, ben] = [await newMember(page, { firstName: 'Ada' }), await newMember(page, { firstName: 'Ben' })]
  await page.addInitScript(pretendToTranscribe)
  await signInAs(page, ada)
  await page.goto('/profile')
  await page.evaluate('SpeechRecognition.install()')
  await page.getByRole('button', { name: /^Voice/ }).click()
  const card = page.getByRole('dialog').filter({ hasText: 'Answer a prompt out loud' })
  await card.getByRole('button', { name: 'Record an answer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Voice answer' })
  await dialog.getByLabel('Prompt').selectOption('What always makes me laugh')
  await dialog.getByRole('button', { name: 'Start recording' }).click()
  await expect(dialog.getByRole('timer')).toHaveText(aSecondOrMore)
  await dialog.getByRole('button', { name: 'Stop' }).click()
  const transcript = dialog.getByLabel('Transcript', { exact: true })
  await expect(transcript).toHaveValue('Meat me at eight')
  await transcript.fill('Meet me at eight')
  await expect(dialog.getByLabel('Show transcript on your profile')).toBeChecked()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(card.getByRole('group', { name: 'Voice answer from Ada' })).toBeVisible()
  const theirs = await browser.newPage()
  await signInAs(theirs, ben)
  await theirs.goto(`/members/${ada.user._id}`)
  await expect(theirs.getByRole('heading', { name: 'What always makes me laugh' })).toBeVisible()
  const answer = theirs.getByRole('group', { name: 'Voice answer from Ada' })
  await answer.getByRole('button', { name: 'Speed 1×' }).click()
  await answer.getByRole('button', { name: 'Play' }).click()
  await expect(theirs.getByText('Meet me at eight')).toBeHidden()
  await theirs.getByRole('button', { name: 'Show transcript' }).press('Enter')
  await expect(theirs.getByText('Meet me at eight')).toBeVisible()
  const played = () =>
    answer.locator('audio').evaluate((audio: HTMLAudioElement) => [audio.currentTime > 0, audio.playbackRate])
  await expect.poll(played).toEqual([true, 1.5])
  await card.getByRole('button', { name: 'Delete' }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Delete your voice answer?' })
  await question.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(question).toBeHidden()
  await expect(card.getByRole('group', { name: 'Voice answer from Ada' })).toBeVisible()
  await card.getByRole('button', { name: 'Delete' }).press('Enter')
  await question.getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(card.getByRole('button', { name: 'Record an answer' })).toBeVisible()
  await theirs.reload()
  await expect(theirs.getByRole('heading', { name: 'Ada' }).first()).toBeVisible()
  await expect(answer).toHaveCount(0)
})
