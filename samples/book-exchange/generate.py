#!/usr/bin/env python3
"""Writes the files of this sample. The same bytes each time: the only chance is a generator with a fixed seed."""

import json
import random

dice = random.Random(20261122)

# Works that belong to everybody; the ISBNs are of a prefix that no publisher has, with right check digits.
WORKS = [
    line.split("|")
    for line in """Pride and Prejudice|Jane Austen
Emma|Jane Austen
Persuasion|Jane Austen
Wuthering Heights|Emily Brontë
Jane Eyre|Charlotte Brontë
Middlemarch|George Eliot
Silas Marner|George Eliot
Great Expectations|Charles Dickens
Bleak House|Charles Dickens
Hard Times|Charles Dickens
Moby-Dick|Herman Melville
Walden|Henry David Thoreau
Frankenstein|Mary Shelley
Dracula|Bram Stoker
The Time Machine|H. G. Wells
The War of the Worlds|H. G. Wells
The Invisible Man|H. G. Wells
Treasure Island|Robert Louis Stevenson
Kidnapped|Robert Louis Stevenson
Kim|Rudyard Kipling
Heart of Darkness|Joseph Conrad
Lord Jim|Joseph Conrad
The Moonstone|Wilkie Collins
The Woman in White|Wilkie Collins
Vanity Fair|William Makepeace Thackeray
Far from the Madding Crowd|Thomas Hardy
The Mayor of Casterbridge|Thomas Hardy
Little Women|Louisa May Alcott
The Awakening|Kate Chopin
Les Misérables|Victor Hugo
Madame Bovary|Gustave Flaubert
Germinal|Émile Zola
Candide|Voltaire
The Three Musketeers|Alexandre Dumas
Around the World in Eighty Days|Jules Verne
War and Peace|Leo Tolstoy
Anna Karenina|Leo Tolstoy
Crime and Punishment|Fyodor Dostoevsky
The Idiot|Fyodor Dostoevsky
Fathers and Sons|Ivan Turgenev
Dead Souls|Nikolai Gogol
The Cherry Orchard|Anton Chekhov
Faust|Johann Wolfgang von Goethe
Effi Briest|Theodor Fontane
Buddenbrooks|Thomas Mann
Der Schimmelreiter|Theodor Storm
Hedda Gabler|Henrik Ibsen
Hunger|Knut Hamsun
Don Quixote|Miguel de Cervantes
The Divine Comedy|Dante Alighieri""".split("\n")
]


def isbn13(number):
    body = f"978190000{number:03d}"
    total = sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(body))
    return body + str((10 - total % 10) % 10)


def isbn10(isbn):
    body = isbn[3:12]
    check = (11 - sum((10 - place) * int(digit) for place, digit in enumerate(body)) % 11) % 11
    return body + ("X" if check == 10 else str(check))


ISBNS = [isbn13(100 + place) for place in range(len(WORKS))]
CITIES = [("Berlin", 52.5200066, 13.404954), ("Potsdam", 52.3905689, 13.0644729), ("Leipzig", 51.3396955, 12.3730747),
          ("Hamburg", 53.5510846, 9.9936819), ("Suva", -18.1415884, 178.4421662), ("Apia", -13.8506958, -171.7513551)]
NAMES = ("Anna Ben Cleo Dora Emil Finn Greta Hugo Ida Jonas Klara Linus Mara Nils Ole Paula Quentin Rosa Sven Tilda "
         "Uwe Vera Wim Xenia Yara Zoe").split()
CONDITIONS = ["as new", "good", "worn", "spine broken", "notes in pencil"]


def near(city):
    _, latitude, longitude = city
    return latitude + dice.uniform(-0.05, 0.05), longitude + dice.uniform(-0.05, 0.05)


def user_key(place):
    return f"Kb{place:03d}{NAMES[place]}"


def tree():
    users, books = {}, {}
    for place, name in enumerate(NAMES[:-1]):
        user = {"username": name}
        # The app put the address under whatever key the screen had.
        user["email" if place % 5 else "contactMail"] = f"{name.lower()}@example.org"
        if place % 7 == 3:
            user["city"] = CITIES[place % len(CITIES)][0]
        posts = {}
        for number in range(dice.randrange(0, 4)):
            title, author = dice.choice(WORKS)
            moment = 1492711200000 + place * 86_400_000 + number * 3_600_000
            posts[str(moment)] = dice.choice([f"Asking for: {title} by {author}", f"For trade: {title}", "Hello everybody"])
        if posts:
            user["posts"] = posts
        users[user_key(place)] = user
    users[user_key(1)]["posts"] = {"1492711200": "", "-KpQzzx": "Asking for Silas Marner by George Eliot"}
    for place in range(180):
        title, author = WORKS[place % len(WORKS)]
        volume = place // len(WORKS)
        owner = dice.randrange(0, len(NAMES) - 1)
        key = title if volume == 0 else f"{title} ({['', 'second copy', 'third copy', 'fourth copy'][volume]})"
        book = {"author": author, "condition": dice.choice(CONDITIONS), "summary": "", "publ": "Quayside Press",
                "user": f"{NAMES[owner].lower()}@example.org"}
        if place % 4:
            latitude, longitude = near(CITIES[owner % len(CITIES)])
            book["lattitude"], book["longitude"] = f"{latitude:.7f}", f"{longitude:.7f}"
        books[key] = book
    # The traps.
    books["Kim"].pop("longitude", None)
    books["Kim"]["lattitude"] = "52.5"
    books["Faust"].update(lattitude="152.5200066", longitude="13.4")
    books["Hunger"].update(lattitude="59,91", longitude="10.75")
    books["Candide"]["user"] = "nobody.we.know@example.org"
    books["Emma"]["latitude"] = books["Emma"].pop("lattitude", "52.4")
    books["Emma"]["longitude"] = "13.2"
    books["Moby-Dick"]["user"] = "ANNA@Example.org"
    books["Mr%2E Norris %5BBerlin%5D"] = {"author": "C. I.", "user": "ben@example.org"}
    return {"books": dict(sorted(books.items())), "users": users}


def write(name, text):
    with open(name, "w", encoding="utf-8", newline="") as file:
        file.write(text)


write("tree.json", json.dumps(tree(), ensure_ascii=False, indent=2) + "\n")

# A library as a reading site gives it: numbers behind an equals sign, so that spreadsheets keep their zeros.
rows = ["Book Id,Title,Author,ISBN,ISBN13,Publisher,Exclusive Shelf,Owned Copies"]
for place in range(0, 40):
    title, author = WORKS[place]
    isbn = ISBNS[place]
    shelf = "to-read" if place % 5 == 0 else "read"
    rows.append(f'{7000 + place},"{title}","{author}","=""{isbn10(isbn)}""","=""{isbn}""",Quayside Press,{shelf},'
                f'{0 if shelf == "to-read" else 1}')
write("dora-library.csv", "\n".join(rows) + "\n")

# Nothing but numbers: hyphens, lost zeros of spreadsheets and one digit that is wrong.
rows = ["listing,isbn,listing_kind"]
for place in range(20, 50):
    isbn = ISBNS[place]
    shown = isbn10(isbn) if place % 3 == 0 else f"{isbn[:3]}-{isbn[3:4]}-{isbn[4:10]}-{isbn[10:12]}-{isbn[12]}" if place % 3 == 1 else isbn
    rows.append(f"emil-{place:02d},{shown},{'asking-for' if place % 4 == 0 else 'for-trade'}")
rows.append("emil-99,9781900001991,for-trade" if isbn13(199)[-1] != "1" else "emil-99,9781900001992,for-trade")
write("emil-numbers.csv", "\n".join(rows) + "\n")

# What users say of themselves, next to the tree.
rows = ["user,contact_shown_to,phone,address,latitude,longitude"]
for place, shown in enumerate(["matches", "everyone", "nobody", "matches", "matches", ""]):
    city = CITIES[place % len(CITIES)]
    rows.append(f'{user_key(place)},{shown},+49 30 5550{place:02d},"{NAMES[place]}straße {place + 1}, {city[0]}",{city[1]},{city[2]}')
write("users.csv", "\n".join(rows) + "\n")

products = []
for (title, author), isbn in zip(WORKS, ISBNS):
    products.append(f"""  <Product>
    <RecordReference>quayside-{isbn}</RecordReference>
    <NotificationType>03</NotificationType>
    <ProductIdentifier><ProductIDType>15</ProductIDType><IDValue>{isbn}</IDValue></ProductIdentifier>
    <DescriptiveDetail>
      <ProductComposition>00</ProductComposition>
      <ProductForm>BC</ProductForm>
      <TitleDetail><TitleType>01</TitleType><TitleElement><TitleElementLevel>01</TitleElementLevel><TitleText>{title}</TitleText></TitleElement></TitleDetail>
      <Contributor><SequenceNumber>1</SequenceNumber><ContributorRole>A01</ContributorRole><PersonName>{author}</PersonName></Contributor>
    </DescriptiveDetail>
    <PublishingDetail><Publisher><PublishingRole>01</PublishingRole><PublisherName>Quayside Press</PublisherName></Publisher></PublishingDetail>
  </Product>
""")
write("quayside.onix.xml", """<?xml version="1.0" encoding="UTF-8"?>
<ONIXMessage xmlns="http://ns.editeur.org/onix/3.0/reference" release="3.0">
  <Header><Sender><SenderName>Quayside Press</SenderName></Sender><SentDateTime>20261101</SentDateTime></Header>
""" + "".join(products) + "</ONIXMessage>\n")
