// Runs on the audio thread and passes on the recorded samples. The browser's own recorder would choose a format and add
// metadata.

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
