import type { OwnVoiceAnswer } from '@kindred/contract'
import type { Person } from './people.ts'
import { recordingOf } from './recordings.ts'
import type { World } from './world.ts'

// Spoken answers, as a browser uploads and plays them.

export async function saveAnswer(
  world: World,
  person: Person,
  bytes: Uint8Array = recordingOf(0.5),
  question = 'story',
  texts: readonly string[] = [],
) {
  const form = new FormData()
  for (const text of texts) form.append('text', text)
  form.append('file', new Blob([new Uint8Array(bytes)]), 'recording.wav')
  const answer = await world.request(`/api/v1/auth/voice?question=${question}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}` },
    body: form,
  })
  const body = (await answer.json()) as { data?: { voice: OwnVoiceAnswer } }
  return { status: answer.status, voice: body.data?.voice, body }
}

export async function playAnswer(world: World, { token }: Person, { user }: Person) {
  const answer = await world.request(`/api/v1/auth/user/${user._id}/voice`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

export const ownAnswer = async ({ client }: Person) => (await client.getProfile()).userData.user.voice

export const answerSeenBy = async (viewer: Person, { user }: Person) =>
  (await viewer.client.getPerson({ params: { id: user._id } })).data.user.voice
