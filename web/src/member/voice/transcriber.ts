import { readerLanguage } from '../../api/reader-language.ts'

// Transcribes speech with the browser's own recognition, and only on this device: the audio is never sent to a service
// (https://developer.mozilla.org/docs/Web/API/SpeechRecognition).

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
 * Plain Chromium, such as a headless browser, lacks the service behind speech recognition, and crashes a page that uses
 * the API (https://github.com/electron/electron/pull/52955).
 */
const isBare = () =>
  navigator.userAgentData?.brands.every(({ brand }) => /Chromium|Headless|Not.*Brand/.test(brand)) ?? false

const recognitionClass = () => (isBare() ? undefined : (window.SpeechRecognition ?? window.webkitSpeechRecognition))

/** The page's language with the browser's region, if it has one: "en-US" rather than "en". */
function spokenLanguage(): string {
  const [language = 'en'] = readerLanguage().split('-')
  return navigator.languages.find((each) => each.split('-')[0] === language) ?? readerLanguage()
}

const options = (): Options => ({ langs: [spokenLanguage()], processLocally: true })

/** The device's ability to transcribe: now, after downloading the language, or not at all. */
export async function canTranscribe(): Promise<'yes' | 'once downloaded' | 'no'> {
  const found = await recognitionClass()
    ?.available?.(options())
    .catch(() => 'unavailable')
  if (found === 'available') return 'yes'
  return found === 'downloadable' || found === 'downloading' ? 'once downloaded' : 'no'
}

/** Downloads the language to this device. Only called when the member asks for it. */
export const downloadLanguage = async (): Promise<boolean> =>
  (await recognitionClass()
    ?.install?.(options())
    .catch(() => false)) ?? false

export type Transcriber = {
  /** Stops transcribing, and resolves with the transcript, which may be empty. */
  stop: () => Promise<string>
  cancel: () => void
}

export function transcribe(track: MediaStreamTrack): Transcriber | undefined {
  const Class = recognitionClass()
  if (!Class) return undefined
  const recognition = new Class()
  // A browser without this option would send the audio to a service.
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
