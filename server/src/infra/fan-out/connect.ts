/** An established connection. `send` resolves when the carrier has taken the message. */
export type Link = { send: (message: string) => Promise<unknown>; drop: () => void }

export type Connect = (on: { received: (message: string) => void; lost: (error: Error) => void }) => Promise<Link>
