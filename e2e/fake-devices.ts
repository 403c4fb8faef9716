import { chromiumArguments, chromiumPath } from '../scripts/chromium.ts'

/** A browser with a beeping microphone and a moving test picture as its camera, both allowed in advance. */
export const fakeDevices = {
  launchOptions: {
    executablePath: await chromiumPath(),
    args: [
      ...chromiumArguments,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
    ],
  },
}
