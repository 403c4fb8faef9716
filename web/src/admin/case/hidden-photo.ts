/** Photos in a case stay small, gray and blurred until staff open them. */
export const hiddenPhotoClass = (isShown: boolean, width: string): string =>
  `${isShown ? `${width} object-contain` : 'w-24 object-cover blur-md grayscale'} aspect-4/5 rounded-md bg-sunken`
