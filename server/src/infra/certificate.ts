import { connect } from 'node:tls'

/** Reads the expiry date of a certificate. Fails if browsers wouldn't accept it. */
export const expiryOf = ({ hostname, port }: URL): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname, timeout: 10_000 }, () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to))
      socket.destroy()
    })
    socket.on('timeout', () => socket.destroy(new Error('it doesn’t answer')))
    socket.on('error', reject)
  })
