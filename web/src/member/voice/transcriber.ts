import { readerLanguage } from '../../api/reader-language.ts'

// Writes down what is said, by the browser's own recognition and only on this device: the sound is never sent to a
// service (https://developer.mozilla.org/docs/Web/API/SpeechRecognition).

type Options = { langs: readonly string[]; processLocally: true }
type Result = ArrayLike<{ readonly transcript: string }> & { readonly isFinal: boolean }
type Recognition = {
  lang: string
  continuous: boolean
  processLocally?: boolean
  start: (track: MediaStreamTrack) => void
  stop: () => void
  abort: () => void
  addEventListener: ((type: 'result', heard: (event: { readonly results: Iterable<Result> }) => void) => void) &
    ((type: 'end' | 'error', ended: () => void) => void)
}
type RecognitionClass = {
  new (): Recognition
  available?: (options: Options) => Promise<string>
  install?: (options: Options) => Promise<boolean>
}
declare global {
  interface Navigator {
    userAgentData?: { brands: readonly { brand: string }[] }
  }
  interface Window {
    SpeechRecognition?: RecognitionClass
    webkitSpeechRecognition?: RecognitionClass
  }
}

/**
 * A Chromium without a product around it, such as a headless one, lacks what stands behind the recognition, and ends a
 * page that asks for it (https://github.com/electron/electron/pull/52955).
 */
const isBare = () =>
  navigator.userAgentData?.brands.every(({ brand }) => /Chromium|Headless|Not.*Brand/.test(brand)) ?? false

const recognitionClass = () => (isBare() ? undefined : (window.SpeechRecognition ?? window.webkitSpeechRecognition))

/** The language of the page, as the browser has it in its settings if it has: "en-US" rather than "en". */
function spokenLanguage(): string {
  const [language = 'en'] = readerLanguage().split('-')
  return navigator.languages.find((each) => each.split('-')[0] === language) ?? readerLanguage()
}

const options = (): Options => ({ langs: [spokenLanguage()], processLocally: true })

/** Whether this device can write down what is said: now, once a language was downloaded, or not at all. */
export async function canTranscribe(): Promise<'yes' | 'once downloaded' | 'no'> {
  const found = await recognitionClass()
    ?.available?.(options())
    .catch(() => 'unavailable')
  if (found === 'available') return 'yes'
  return found === 'downloadable' || found === 'downloading' ? 'once downloaded' : 'no'
}

/** Downloads the language to this device. Only a press of the member starts it. */
export const downloadLanguage = async (): Promise<boolean> =>
  (await recognitionClass()
    ?.install?.(options())
    .catch(() => false)) ?? false

export type Transcriber = {
  /** Ends it. What was said so far is the text, or nothing. */
  stop: () => Promise<string>
  cancel: () => void
}

/** Writes down what is said into this track, from now on. */
export function transcribe(track: MediaStreamTrack): Transcriber | undefined {
  const Class = recognitionClass()
  if (!Class) return undefined
  const recognition = new Class()
  // A browser that doesn't know this would send the sound to a service.
  if (!('processLocally' in recognition)) return undefined
  recognition.processLocally = true
  recognition.lang = spokenLanguage()
  recognition.continuous = true
  let text = ''
  recognition.addEventListener('result', ({ results }) => {
    text = [...results].flatMap((result) => (result.isFinal ? (result[0]?.transcript.trim() ?? '') : [])).join(' ')
  })
  const ended = new Promise<void>((resolve) => {
    recognition.addEventListener('end', resolve)
    recognition.addEventListener('error', resolve)
  })
  try {
    recognition.start(track)
  } catch {
    return undefined
  }
  return {
    cancel: () => recognition.abort(),
    stop: async () => {
      recognition.stop()
      await ended
      return text.trim()
    },
  }
}
