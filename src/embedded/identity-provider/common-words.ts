/** What the most common passwords are made of, in lower case and without digits. */
export const COMMON_WORDS = (
  "password passwort passwd passphrase passcode pass secret login signin logon admin administrator root user " +
  "username guest owner manager test testing temp temporary demo sample default changeme change letmein welcome " +
  "hello hallo bonjour access private security secure account office company business shop store merchant " +
  "payments payment dashboard money bank cash dollar iloveyou love loveme lovely lover forever family friend " +
  "mother father sister brother baby angel princess prince queen king master boss god jesus christ heaven " +
  "blessed faith hope dream smile happy lucky sunshine sunny moon star stars starwars matrix pokemon batman " +
  "superman spiderman ironman naruto hunter ranger killer ninja warrior shadow dragon monkey tiger tigger lion " +
  "eagle falcon wolf bear bulldog dog doggy cat kitty kitten puppy horse pony rabbit bunny butterfly dolphin " +
  "phoenix football soccer baseball basketball hockey tennis golf liverpool arsenal chelsea barcelona madrid " +
  "yankees cowboys lakers steelers michael michelle jordan jennifer jessica ashley amanda nicole daniel david " +
  "robert thomas george andrew matthew joshua anthony charlie buster maggie junior william richard summer " +
  "winter spring autumn january february march april june july august september october november december " +
  "monday tuesday wednesday thursday friday saturday sunday purple orange yellow silver golden black white red " +
  "green blue pink diamond crystal flower rose cookie cheese chocolate banana apple cherry pepper ginger coffee " +
  "computer internet google facebook samsung windows android iphone mustang ferrari porsche mercedes corvette " +
  "harley yamaha trustno whatever nothing something freedom thunder please opensesame abracadabra"
).split(" ");
