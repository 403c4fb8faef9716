// Runs on the audio thread and hands the recorded samples over. Recorders of browsers would write a format and metadata
// of their own.

declare class AudioWorkletProcessor {
  readonly port: MessagePort
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void

class Recorder extends AudioWorkletProcessor {
  process([channels]: Float32Array[][]): boolean {
    const samples = channels?.[0]
    if (samples) this.port.postMessage(samples.slice())
    return true
  }
}
registerProcessor('recorder', Recorder)
