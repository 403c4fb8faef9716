// Voice notes and calls. A conversation is there before they are.
export { CallButton } from '../call/call-button.tsx'
export { VoiceButton } from '../voice/voice-button.tsx'
export { VoiceNote } from '../voice/voice-note.tsx'
