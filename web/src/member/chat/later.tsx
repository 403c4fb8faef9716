// Parts that load after the conversation, in one file.
export { CallButton } from '../call/call-button.tsx'
export { VoiceButton } from '../voice/voice-button.tsx'
export { VoiceNote } from '../voice/voice-note.tsx'
export { MessageActions } from './message-actions.tsx'
export { PhotoDialog } from './photo-dialog.tsx'
