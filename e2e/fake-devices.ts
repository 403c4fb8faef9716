import { chromiumArguments, chromiumPath } from '../scripts/chromium.ts'

/** A browser whose microphone beeps and whose camera shows a moving picture, without asking. */
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
