-- Suggested interests, prompts and languages were stored in the language of whoever chose them. Profiles and saved searches
-- get their keys (contract/src/profiles/suggestions.ts), and what members wrote themselves stays as it is. Evidence isn't
-- changed. Servers of the previous version show keys as they are, and may still store words until they stop; such a word
-- becomes a key when its member saves the profile again.
-- needs 0193_pairs_locked_by_rows
create temp table known_words (kind text, key text, words text) on commit drop;

-- As people wrote them in any of our languages, and what the suggestions were called before.
insert into known_words (kind, key, words) values
  ('interest', 'cooking', 'cooking|kochen|cuisine|cocina|cozinhar|الطبخ'),
  ('interest', 'hiking', 'hiking|wandern|randonnee|senderismo|trilhas|المشي الجبلي'),
  ('interest', 'live music', 'live music|livemusik|concerts|musica en vivo|musica ao vivo|الموسيقى الحية'),
  ('interest', 'reading', 'reading|lesen|lecture|lectura|leitura|القراءة'),
  ('interest', 'travel', 'travel|reisen|voyages|viajes|viagens|السفر'),
  ('interest', 'movies', 'movies|filme|cinema|cine|السينما|film'),
  ('interest', 'photography', 'photography|fotografie|photographie|fotografia|التصوير'),
  ('interest', 'board games',
    'board games|brettspiele|jeux de societe|juegos de mesa|jogos de tabuleiro|الالعاب اللوحية'),
  ('interest', 'running', 'running|laufen|course a pied|correr|corrida|الجري'),
  ('interest', 'yoga', 'yoga|ioga|اليوغا'),
  ('interest', 'dancing', 'dancing|tanzen|danse|baile|danca|الرقص'),
  ('interest', 'museums', 'museums|museen|musees|museos|museus|المتاحف'),
  ('interest', 'gardening', 'gardening|gartnern|jardinage|jardineria|jardinagem|البستنة'),
  ('interest', 'cycling', 'cycling|radfahren|velo|ciclismo|ركوب الدراجات'),
  ('interest', 'climbing', 'climbing|klettern|escalade|escalada|التسلق'),
  ('interest', 'swimming', 'swimming|schwimmen|natation|natacion|natacao|السباحة'),
  ('interest', 'baking', 'baking|backen|patisserie|reposteria|confeitaria|الخبز'),
  ('interest', 'coffee', 'coffee|kaffee|cafe|القهوة'),
  ('interest', 'theater', 'theater|theatre|teatro|المسرح'),
  ('interest', 'podcasts', 'podcasts|البودكاست'),
  ('interest', 'painting', 'painting|malen|peinture|pintura|الرسم'),
  ('interest', 'writing', 'writing|schreiben|ecriture|escritura|escrita|الكتابة'),
  ('interest', 'gaming', 'gaming|jeux video|videojuegos|games|العاب الفيديو'),
  ('interest', 'soccer', 'soccer|fußball|foot|futbol|futebol|كرة القدم|football'),
  ('interest', 'tennis', 'tennis|tenis|التنس'),
  ('interest', 'camping', 'camping|acampar|التخييم'),
  ('interest', 'volunteering', 'volunteering|ehrenamt|benevolat|voluntariado|التطوع'),
  ('interest', 'dogs', 'dogs|hunde|chiens|perros|cachorros|الكلاب'),
  ('interest', 'cats', 'cats|katzen|chats|gatos|القطط'),
  ('interest', 'poetry', 'poetry|lyrik|poesie|poesia|الشعر'),
  ('interest', 'chess', 'chess|schach|echecs|ajedrez|xadrez|الشطرنج'),
  ('interest', 'sewing', 'sewing|nahen|couture|costura|الخياطة'),
  ('interest', 'astronomy', 'astronomy|astronomie|astronomia|علم الفلك'),
  ('interest', 'birdwatching', 'birdwatching|vogel beobachten|ornithologie|observar aves|مراقبة الطيور'),
  ('interest', 'science fiction',
    'science fiction|science-fiction|ciencia ficcion|ficcao cientifica|الخيال العلمي'),
  ('prompt', 'A perfect Sunday',
    'a perfect sunday|ein perfekter sonntag|un dimanche parfait|un domingo perfecto|um domingo perfeito|' ||
    'يوم عطلة مثالي'),
  ('prompt', 'I’m learning',
    'i''m learning|ich lerne gerade|j''apprends|estoy aprendiendo|estou aprendendo|اتعلم حاليا'),
  ('prompt', 'Message me if',
    'message me if|schreib mir, wenn|ecris-moi si|escribeme si|me escreva se|سبب وجيه لمراسلتي'),
  ('prompt', 'A little thing I love',
    'a little thing i love|eine kleinigkeit, die ich liebe|une petite chose que j''adore|' ||
    'un pequeno placer que adoro|uma coisinha que eu amo|شيء صغير احبه'),
  ('prompt', 'We’ll get along if',
    'we''ll get along if|wir verstehen uns, wenn|on va s''entendre si|nos llevaremos bien si|' ||
    'vamos nos dar bem se|سننسجم معا اذا'),
  ('prompt', 'My most useless talent',
    'my most useless talent|mein nutzlosestes talent|mon talent le plus inutile|mi talento mas inutil|' ||
    'meu talento mais inutil|اقل مواهبي فايدة'),
  ('language', 'en', 'en|english|englisch|anglais|ingles|الانجليزية'),
  ('language', 'es', 'es|spanish|spanisch|espagnol|espanol|espanhol|الاسبانية'),
  ('language', 'fr', 'fr|french|franzosisch|francais|frances|الفرنسية'),
  ('language', 'de', 'de|german|deutsch|allemand|aleman|alemao|الالمانية'),
  ('language', 'pt', 'pt|portuguese|portugiesisch|portugais|portugues|البرتغالية'),
  ('language', 'it', 'it|italian|italienisch|italien|italiano|الايطالية'),
  ('language', 'nl', 'nl|dutch|niederlandisch|neerlandais|neerlandes|holandes|الهولندية|nederlands'),
  ('language', 'pl', 'pl|polish|polnisch|polonais|polaco|polones|البولندية|polski'),
  ('language', 'uk', 'uk|ukrainian|ukrainisch|ukrainien|ucraniano|الاوكرانية|украінська'),
  ('language', 'ru', 'ru|russian|russisch|russe|ruso|russo|الروسية|русскии'),
  ('language', 'tr', 'tr|turkish|turkisch|turc|turco|التركية|turkce'),
  ('language', 'ar', 'ar|arabic|arabisch|arabe|العربية'),
  ('language', 'fa', 'fa|persian|persisch|persan|persa|الفارسية|فارسی'),
  ('language', 'he', 'he|hebrew|hebraisch|hebreu|hebreo|hebraico|العبرية|עברית'),
  ('language', 'hi', 'hi|hindi|الهندية|हनद'),
  ('language', 'bn', 'bn|bangla|bengalisch|bengali|البنغالية|বল'),
  ('language', 'ur', 'ur|urdu|ourdou|الاوردية|اردو'),
  ('language', 'pa', 'pa|punjabi|pendjabi|punyabi|panjabi|البنجابية|ਪਜਬ'),
  ('language', 'zh', 'zh|chinese|chinesisch|chinois|chino|chines|الصينية|中文'),
  ('language', 'ja', 'ja|japanese|japanisch|japonais|japones|اليابانية|日本語'),
  ('language', 'ko', 'ko|korean|koreanisch|coreen|coreano|الكورية|한국어'),
  ('language', 'vi', 'vi|vietnamese|vietnamesisch|vietnamien|vietnamita|الفيتنامية|tieng viet'),
  ('language', 'th', 'th|thai|thailandisch|tailandes|التايلاندية|ไทย'),
  ('language', 'id', 'id|indonesian|indonesisch|indonesien|indonesio|الاندونيسية|indonesia'),
  ('language', 'sw', 'sw|swahili|suaheli|suajili|suaili|السواحلية|kiswahili'),
  ('language', 'sv', 'sv|swedish|schwedisch|suedois|sueco|السويدية|svenska'),
  ('language', 'da', 'da|danish|danisch|danois|danes|dinamarques|الدانمركية|dansk'),
  ('language', 'nb',
    'nb|norwegian bokmal|norwegisch (bokmal)|norvegien bokmal|noruego bokmal|bokmal noruegues|' ||
    'النرويجية بوكمال|norsk bokmal'),
  ('language', 'fi', 'fi|finnish|finnisch|finnois|fines|finlandes|الفنلندية|suomi'),
  ('language', 'is', 'is|icelandic|islandisch|islandais|islandes|الايسلندية|islenska'),
  ('language', 'el', 'el|greek|griechisch|grec|griego|grego|اليونانية|ελληνικα'),
  ('language', 'cs', 'cs|czech|tschechisch|tcheque|checo|tcheco|التشيكية|cestina'),
  ('language', 'hu', 'hu|hungarian|ungarisch|hongrois|hungaro|الهنغارية|magyar'),
  ('language', 'ro', 'ro|romanian|rumanisch|roumain|rumano|romeno|الرومانية|romana'),
  ('language', 'bg', 'bg|bulgarian|bulgarisch|bulgare|bulgaro|البلغارية|български'),
  ('language', 'sr', 'sr|serbian|serbisch|serbe|serbio|servio|الصربية|српски'),
  ('language', 'hr', 'hr|croatian|kroatisch|croate|croata|الكرواتية|hrvatski'),
  ('language', 'ca', 'ca|catalan|katalanisch|catalao|الكتالانية|catala'),
  ('language', 'eu', 'eu|basque|baskisch|euskera|basco|الباسكية|euskara'),
  ('language', 'gl', 'gl|galician|galicisch|galicien|gallego|galego|الجاليكية'),
  ('language', 'cy', 'cy|welsh|walisisch|gallois|gales|الويلزية|cymraeg'),
  ('language', 'ga', 'ga|irish|irisch|irlandais|irlandes|الايرلندية|gaeilge'),
  ('language', 'sk', 'sk|slovak|slowakisch|slovaque|eslovaco|السلوفاكية|slovencina'),
  ('language', 'sl', 'sl|slovenian|slowenisch|slovene|esloveno|السلوفانية|slovenscina'),
  ('language', 'lt', 'lt|lithuanian|litauisch|lituanien|lituano|الليتوانية|lietuviu'),
  ('language', 'lv', 'lv|latvian|lettisch|letton|leton|letao|اللاتفية|latviesu'),
  ('language', 'et', 'et|estonian|estnisch|estonien|estonio|estoniano|الاستونية|eesti'),
  ('language', 'sq', 'sq|albanian|albanisch|albanais|albanes|الالبانية|shqip'),
  ('language', 'mk', 'mk|macedonian|mazedonisch|macedonien|macedonio|المقدونية|македонски'),
  ('language', 'bs', 'bs|bosnian|bosnisch|bosniaque|bosnio|البوسنية|bosanski'),
  ('language', 'be', 'be|belarusian|belarussisch|bielorusse|bielorruso|bielorrusso|البيلاروسية|беларуская'),
  ('language', 'hy', 'hy|armenian|armenisch|armenien|armenio|الارمنية|հայերեն'),
  ('language', 'ka', 'ka|georgian|georgisch|georgien|georgiano|الجورجية|ქართული'),
  ('language', 'az',
    'az|azerbaijani|aserbaidschanisch|azerbaidjanais|azerbaiyano|azerbaijano|الاذربيجانية|azərbaycan'),
  ('language', 'kk', 'kk|kazakh|kasachisch|kazajo|cazaque|الكازاخستانية|қазақ тілі'),
  ('language', 'uz', 'uz|uzbek|usbekisch|ouzbek|uzbeko|uzbeque|الاوزبكية|o''zbek'),
  ('language', 'ku', 'ku|kurdish|kurdisch|kurde|kurdo|curdo|الكردية|kurdi (kurmanci)'),
  ('language', 'ps', 'ps|pashto|paschtu|pachto|pastun|البشتو|پښتو'),
  ('language', 'am', 'am|amharic|amharisch|amharique|amarico|الامهرية|አማርኛ'),
  ('language', 'so', 'so|somali|الصومالية|soomaali'),
  ('language', 'ha', 'ha|hausa|haussa|haoussa|hauca|الهوسا'),
  ('language', 'yo', 'yo|yoruba|ioruba|اليوروبا|ede yoruba'),
  ('language', 'ig', 'ig|igbo|الايجبو'),
  ('language', 'zu', 'zu|zulu|zoulou|الزولو|isizulu'),
  ('language', 'xh', 'xh|xhosa|الخوسا|isixhosa'),
  ('language', 'af', 'af|afrikaans|africaner|الافريقانية'),
  ('language', 'ne', 'ne|nepali|nepalesisch|nepalais|nepales|النيبالية|नपल'),
  ('language', 'si', 'si|sinhala|singhalesisch|cingalais|cingales|السنهالية|සහල'),
  ('language', 'ta', 'ta|tamil|tamoul|التاميلية|தமழ'),
  ('language', 'te', 'te|telugu|telougou|telugo|التيلوغوية|తలగ'),
  ('language', 'ml', 'ml|malayalam|malaiala|المالايالامية|മലയള'),
  ('language', 'kn', 'kn|kannada|canares|canarim|الكانادا|ಕನನಡ'),
  ('language', 'mr', 'mr|marathi|marati|الماراثية|मरठ'),
  ('language', 'gu', 'gu|gujarati|goudjarati|guyarati|guzerate|الغوجاراتية|ગજરત'),
  ('language', 'my', 'my|burmese|birmanisch|birman|birmano|birmanes|البورمية|မနမ'),
  ('language', 'km', 'km|khmer|jemer|الخميرية|ខមរ'),
  ('language', 'lo', 'lo|lao|laotisch|laosiano|اللاوية|ລາວ'),
  ('language', 'mn', 'mn|mongolian|mongolisch|mongol|المنغولية|монгол'),
  ('language', 'ms', 'ms|malay|malaiisch|malais|malayo|malaio|الماليزية|melayu'),
  ('language', 'fil', 'fil|filipino|الفلبينية');

create temp table keys_of_words on commit drop as
select distinct kind, key, folded(word) as word from known_words, string_to_table(words, '|') word;

/* The texts with keys in the place of suggestions, each once, in the order of their first places. */
create function pg_temp.keys_of(which text, texts text[]) returns text[] language sql stable as $$
  select coalesce(array_agg(key order by place), '{}') from (
    select coalesce(k.key, each) as key, min(place) as place
    from unnest(texts) with ordinality said(each, place)
    left join keys_of_words k on k.kind = which and k.word = folded(trim(each))
    group by 1) once
$$;

create function pg_temp.prompts_by_keys(prompts jsonb) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(prompt || jsonb_build_object('question', coalesce(k.key, prompt ->> 'question'))
    order by place), '[]')
  from jsonb_array_elements(prompts) with ordinality said(prompt, place)
  left join keys_of_words k on k.kind = 'prompt' and k.word = folded(trim(prompt ->> 'question'))
$$;

/* The same for a list in one text, as searches have it. */
create function pg_temp.keys_in(which text, list text) returns text language sql stable as $$
  select array_to_string(pg_temp.keys_of(which, array(select trim(each) from string_to_table(list, ',') each)), ',')
$$;

update profiles p set interests = k.interests, languages = k.languages, prompts = k.prompts
from (
  select account_id, pg_temp.keys_of('interest', interests) as interests,
    pg_temp.keys_of('language', languages) as languages, pg_temp.prompts_by_keys(prompts) as prompts
  from profiles
  where interests <> '{}' or languages <> '{}' or prompts <> '[]'
) k
where k.account_id = p.account_id
  and (p.interests, p.languages, p.prompts) is distinct from (k.interests, k.languages, k.prompts);

-- What staff have hidden may come back.
update decisions set hidden = hidden || jsonb_build_object('prompts', pg_temp.prompts_by_keys(hidden -> 'prompts'))
where kind = 'hide' and hidden ? 'prompts';

update saved_searches set query = query
  || case when query ? 'interests' then
    jsonb_build_object('interests', pg_temp.keys_in('interest', query ->> 'interests')) else '{}' end
  || case when query ? 'languages' then
    jsonb_build_object('languages', pg_temp.keys_in('language', query ->> 'languages')) else '{}' end
where query ?| array['interests', 'languages'];
