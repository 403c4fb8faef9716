// Voice notes and calls, which load after the conversation.
export { CallButton } from '../call/call-button.tsx'
export { VoiceButton } from '../voice/voice-button.tsx'
export { VoiceNote } from '../voice/voice-note.tsx'
