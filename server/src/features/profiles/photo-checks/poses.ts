import { message, type MessageDescriptor } from '@kindred/contract'
import { randomInt } from 'node:crypto'

type Pose = { text: MessageDescriptor; /** True if it needs a hand. */ hands: boolean }

/** Poses that members are unlikely to have a photo of already. More than half need no hands. */
const poses: readonly Pose[] = [
  { text: message('Close one eye.'), hands: false },
  { text: message('Puff out both cheeks.'), hands: false },
  { text: message('Open your mouth wide.'), hands: false },
  { text: message('Tilt your head toward one shoulder.'), hands: false },
  { text: message('Turn your head to the left until one ear is hidden.'), hands: false },
  { text: message('Turn your head to the right until one ear is hidden.'), hands: false },
  { text: message('Lift your chin as if you looked at the ceiling.'), hands: false },
  { text: message('Lean your head back and smile with your teeth.'), hands: false },
  { text: message('Hold one hand flat on top of your head.'), hands: true },
  { text: message('Touch your left ear with your right hand.'), hands: true },
  { text: message('Hold three fingers next to your chin.'), hands: true },
  { text: message('Look over your right shoulder and give a thumbs-up.'), hands: true },
  { text: message('Put both hands on your cheeks.'), hands: true },
  { text: message('Hold a spoon next to your face.'), hands: true },
]

/** Two different poses at random, without those that need a hand if the member can't or doesn't want to use one. */
export function twoPoses(withHands: boolean): [first: string, second: string] {
  const all = poses.filter(({ hands }) => withHands || !hands).map(({ text }) => text.text)
  const first = randomInt(all.length)
  // Any of the others.
  const second = (first + 1 + randomInt(all.length - 1)) % all.length
  return [all[first] ?? '', all[second] ?? '']
}
