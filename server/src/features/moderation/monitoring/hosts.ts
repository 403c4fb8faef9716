/** Sites for music, films, places, tickets and news, where no one can ask for a card or a password. */
export const hosts: string[] = `
  spotify.com spotify.link youtube.com youtu.be soundcloud.com bandcamp.com deezer.com tidal.com music.apple.com
  podcasts.apple.com anghami.com vimeo.com imdb.com letterboxd.com netflix.com justwatch.com arte.tv filmaffinity.com
  allocine.fr goodreads.com wikipedia.org maps.google.com maps.app.goo.gl maps.apple.com openstreetmap.org komoot.com
  komoot.de strava.com alltrails.com wikiloc.com outdooractive.com tripadvisor.com booking.com airbnb.com bahn.de
  sncf-connect.com renfe.com opentable.com thefork.com thefork.es thefork.fr yelp.com chefkoch.de marmiton.org
  eventbrite.com eventbrite.de eventbrite.co.uk eventim.de ticketmaster.com ticketmaster.es ticketmaster.de
  ticketmaster.fr fnac.com fnacspectacles.com sympla.com.br meetup.com dice.fm songkick.com ra.co bbc.co.uk bbc.com
  theguardian.com nytimes.com spiegel.de zeit.de tagesschau.de elpais.com lemonde.fr globo.com aljazeera.net
  reddit.com giphy.com tenor.com pinterest.com xkcd.com nts.live duolingo.com lichess.org chess.com`
  .trim()
  .split(/\s+/)
