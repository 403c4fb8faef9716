import { WebSocketServer } from 'ws'
import { portOf } from './port.ts'

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
server.on('connection', (socket) => socket.on('message', (text) => socket.send(text, { binary: false })))
process.on('disconnect', () => process.exit())
server.on('listening', () => process.send?.(portOf(server.address())))
