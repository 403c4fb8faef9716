/** How a photo looks that staff didn't ask to see yet: small, gray, and too blurred to recognize anything. */
export const hiddenPicture = 'w-24 object-cover blur-md grayscale'
