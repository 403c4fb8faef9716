import { startRegistration } from '@simplewebauthn/browser'
import { settings } from '../../api/member-client.ts'
import { refusePasskey } from '../../session/passkeys.ts'

/** Has the browser make a passkey, and keeps its public half. */
export async function addPasskey(): Promise<void> {
  const question = (await settings.startPasskey()).data
  const { id, rawId, response } = await startRegistration({ optionsJSON: question }).catch(refusePasskey)
  const { clientDataJSON, attestationObject, transports = [] } = response
  await settings.addPasskey({
    body: { passkey: { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } } },
  })
}
